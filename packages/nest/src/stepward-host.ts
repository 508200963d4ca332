import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { serverOf, type Server } from './server.js';
import type { StepwardModuleOptions } from './stepward-module-options.js';

/** Stepward in one application: mounts it, and starts and stops its worker. */
export class StepwardHost implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  #server: Server | null = null;

  constructor(
    private readonly options: StepwardModuleOptions,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Null in an application that has no HTTP server. */
  get server(): Server | null {
    return this.#server;
  }

  /**
   * Mounts Stepward, once, if there is a server by now. `NestFactory` has one before it creates providers, so that Stepward stands before
   * Nest's parsers of bodies; a testing module has none until its application is initialised.
   */
  async mount(): Promise<void> {
    const { httpAdapter } = this.adapterHost as Partial<HttpAdapterHost>;
    if (this.#server !== null || !httpAdapter) return;
    this.#server = await serverOf(httpAdapter);
    for (const { path, api } of this.options.mounts ?? []) this.#server.mount(path, api);
  }

  onModuleInit(): Promise<void> {
    return this.mount();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.options.stepward.ready();
    this.options.worker?.start();
  }

  /** After the server has closed. */
  async onApplicationShutdown(): Promise<void> {
    const { worker, close } = this.options;
    await worker?.stop();
    await close?.();
  }
}
