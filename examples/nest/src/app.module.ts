import 'reflect-metadata';
import {
  Controller,
  Get,
  Module,
  Post,
  UnauthorizedException,
  type DynamicModule,
} from '@nestjs/common';
import type { Stepward } from '@stepward/core';
import { createHttpApi, type AccessTokenAuthenticator, type UserPrincipal } from '@stepward/http';
import { InjectStepward, RequireAssurance, StepwardModule, StepwardUser } from '@stepward/nest';

@Controller()
class PaymentController {
  constructor(@InjectStepward() private readonly stepward: Stepward) {}

  /** Which second factors the person has, for a page of the application. */
  @Get('me')
  @RequireAssurance('aal1')
  async me(@StepwardUser() user: UserPrincipal) {
    const status = await this.stepward.enrolments.status(user);
    if (status.isErr()) throw new UnauthorizedException();
    return { identityId: user.identityId, methods: status.value.methods };
  }

  @Post('payments')
  @RequireAssurance('aal2')
  pay() {
    return { paid: true };
  }
}

export interface AppOptions {
  readonly stepward: Stepward;
  readonly accessTokens: AccessTokenAuthenticator;
}

/** Stepward's API below `/identity`, and routes of the application that it protects. */
@Module({ controllers: [PaymentController] })
export class AppModule {
  static with({ stepward, accessTokens }: AppOptions): DynamicModule {
    const api = createHttpApi({ stepward, accessTokens });
    const mounts = [{ path: '/identity', api }];
    return {
      module: AppModule,
      imports: [StepwardModule.forRoot({ stepward, accessTokens, mounts })],
    };
  }
}
