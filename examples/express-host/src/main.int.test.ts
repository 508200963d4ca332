import { describeHost } from '@stepward/reference-host/testing';

describeHost('start:express');
