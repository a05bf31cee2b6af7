/** Why a sign-in by the identity provider came to nothing, as far as a person can do something about it. */
export type FailureReason =
  | 'unknown_account'
  | 'unverified_email'
  | 'cancelled'
  | 'expired'
  | 'provider_refused'
  | 'provider_unreachable'
  | 'failed';

/** The message is for the log; the person is told the reason. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
