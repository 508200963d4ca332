import {
  createParamDecorator,
  HttpException,
  Inject,
  Injectable,
  mixin,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  createAssuranceCheck,
  createGrantCheck,
  userOf,
  type AssuranceCheck,
  type AssuranceOptions,
  type GrantOptions,
  type HttpResponse,
} from '@stepward/http';
import { StepwardHost } from './stepward-host.js';
import { OPTIONS, type StepwardModuleOptions } from './stepward-module-options.js';

type Decorator = ReturnType<typeof UseGuards>;

/** What a route asks for beside a level. */
export type RouteAssurance = Pick<AssuranceOptions, 'phishingResistant' | 'maxAge' | 'acrValues'>;

/**
 * Protects a controller or a route: a request passes where its access token is valid and its user authenticated strongly and
 * recently enough. Others are refused by an `HttpException` with the status 401 and the challenge of RFC 9470.
 *
 * @throws TypeError when the application starts, where an option is misspelt or of a wrong type.
 * @example
 * @Post('payments')
 * @RequireAssurance('aal2', { maxAge: 300 })
 * pay(@StepwardUser() user: UserPrincipal) {}
 */
export function RequireAssurance(
  acr: NonNullable<AssuranceOptions['acr']>,
  options: RouteAssurance = {},
): Decorator {
  return UseGuards(
    guardOf(({ accessTokens }) =>
      createAssuranceCheck('RequireAssurance', { ...options, accessTokens, acr }),
    ),
  );
}

/**
 * Lets a request pass with the grant of exactly its operation, once. Others are refused by an `HttpException`: 401 with the
 * challenge of RFC 9470, or 403 `grant_mismatch`. The body was parsed before.
 *
 * @param operation what the request would do, from the platform's own request
 * @example
 * @Post('payments')
 * @RequireGrant(({ body }: Request) => paymentOf(body))
 * pay(@StepwardUser() user: UserPrincipal, @Body() payment: Payment) {}
 */
export function RequireGrant(operation: GrantOptions<never>['operation']): Decorator {
  return UseGuards(
    guardOf(({ accessTokens, stepward: { grants } }) =>
      createGrantCheck('RequireGrant', { accessTokens, grants, operation }),
    ),
  );
}

/** The user of a request that `RequireAssurance` or `RequireGrant` let pass, a `UserPrincipal` of `@stepward/http`. */
export const StepwardUser = createParamDecorator((_: unknown, context: ExecutionContext) =>
  userOf(context.switchToHttp().getRequest<object>()),
);

/** A guard of its own for each check, so that a route may have several. */
function guardOf(checkOf: (options: StepwardModuleOptions) => AssuranceCheck): Type<CanActivate> {
  class StepwardGuard implements CanActivate {
    readonly #check: AssuranceCheck;

    constructor(
      options: StepwardModuleOptions,
      private readonly host: StepwardHost,
      private readonly adapterHost: HttpAdapterHost,
    ) {
      this.#check = checkOf(options);
    }

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const http = context.switchToHttp();
      if (this.host.server === null || context.getType() !== 'http') {
        throw new Error('RequireAssurance and RequireGrant protect routes of HTTP alone');
      }
      const refused = await this.#check(this.host.server.neutralRequest(http.getRequest()));
      if (refused === null) return true;
      for (const [name, value] of Object.entries(refused.headers)) {
        // Nest or a filter of the host writes the body and its type. Nest 11 warns of one other than application/json.
        if (name === 'content-type') continue;
        this.adapterHost.httpAdapter.setHeader(http.getResponse(), name, value);
      }
      throw new HttpException(bodyOf(refused), refused.status);
    }
  }
  Injectable()(StepwardGuard);
  [OPTIONS, StepwardHost, HttpAdapterHost].forEach((token, index) => {
    Inject(token)(StepwardGuard, undefined, index);
  });
  return mixin(StepwardGuard);
}

/** The problem document, which exception filters of the application may change. */
function bodyOf({ body }: HttpResponse): Record<string, unknown> {
  return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
}
