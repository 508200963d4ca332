import {
  Inject,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { StepwardHost } from './stepward-host.js';
import { OPTIONS, type StepwardModuleOptions } from './stepward-module-options.js';

const STEPWARD = Symbol('Stepward');

/** Injects the `Stepward` of the module: `constructor(@InjectStepward() private readonly stepward: Stepward)`. */
export const InjectStepward = (): ReturnType<typeof Inject> => Inject(STEPWARD);

/** How the options are made from other providers. */
export type AsyncStepwardModuleOptions = Pick<ModuleMetadata, 'imports'> &
  Pick<FactoryProvider<StepwardModuleOptions>, 'inject' | 'useFactory'>;

/**
 * Provides Stepward in the whole application, mounts it, and starts and stops its worker. `enableShutdownHooks` is needed for the
 * latter. The application does not start where `stepward.ready()` rejects.
 *
 * @example
 * const app = await NestFactory.create(
 *   StepwardModule.forRoot({ stepward, accessTokens, mounts: [{ path: '/identity', api }], worker }),
 * );
 * app.enableShutdownHooks();
 */
export class StepwardModule {
  static forRoot(options: StepwardModuleOptions): DynamicModule {
    return StepwardModule.forRootAsync({ useFactory: () => options });
  }

  static forRootAsync({
    imports = [],
    inject = [],
    useFactory,
  }: AsyncStepwardModuleOptions): DynamicModule {
    return {
      module: StepwardModule,
      global: true,
      imports,
      providers: [
        { provide: OPTIONS, inject, useFactory },
        {
          provide: STEPWARD,
          inject: [OPTIONS],
          useFactory: ({ stepward }: StepwardModuleOptions) => stepward,
        },
        {
          provide: StepwardHost,
          inject: [OPTIONS, HttpAdapterHost],
          useFactory: async (options: StepwardModuleOptions, adapterHost: HttpAdapterHost) => {
            const host = new StepwardHost(options, adapterHost);
            await host.mount();
            return host;
          },
        },
      ],
      exports: [OPTIONS, STEPWARD, StepwardHost],
    };
  }
}
