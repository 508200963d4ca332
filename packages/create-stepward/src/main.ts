#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import manifest from '../package.json' with { type: 'json' };
import { run, type Io } from './run.js';

const terminal = process.stdin.isTTY
  ? createInterface({ input: process.stdin, output: process.stdout })
  : null;
const io: Io = {
  print: (line) => void process.stdout.write(`${line}\n`),
  ask: terminal && ((question) => terminal.question(question)),
};
process.exitCode = await run(process.argv.slice(2), manifest.version, io);
terminal?.close();
