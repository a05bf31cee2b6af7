export { AccountsModule } from './accounts.module.ts';
export { canonicalEmail } from './account.ts';
export { PanelConfigResponse } from './dto/session.dto.ts';
export { MembersService, type OneTimeLink } from './members.service.ts';
export { comesFromPanel, isSecure, refuseForeignPage, sessionToken, setSessionCookie } from './panel-request.ts';
export { SessionDirectory, type SignedIn } from './session-directory.ts';
export { SignInService } from './sign-in.service.ts';
