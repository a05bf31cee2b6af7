import { Module } from '@nestjs/common';
import { AccountsJobs } from './accounts.jobs.ts';
import { MembersController } from './members.controller.ts';
import { MembersService } from './members.service.ts';
import { PanelSessionController } from './panel-session.controller.ts';
import { PasswordHasher } from './password-hasher.ts';
import { SessionDirectory } from './session-directory.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { SignInService } from './sign-in.service.ts';
import { UsersRepository } from './users.repository.ts';

/**
 * People: accounts, members of shops with their roles, sessions of the panel, one-time links.
 * Owns `users`, `memberships`, `panel_sessions`, `sign_in_links` and `sign_in_attempts`. Sends the signal `accounts`.
 */
@Module({
  controllers: [MembersController, PanelSessionController],
  providers: [
    UsersRepository,
    SessionsRepository,
    PasswordHasher,
    SessionDirectory,
    SignInAttemptsRepository,
    SignInLimits,
    SignInService,
    MembersService,
    AccountsJobs,
  ],
  exports: [MembersService, SessionDirectory, SignInService],
})
export class AccountsModule {}
