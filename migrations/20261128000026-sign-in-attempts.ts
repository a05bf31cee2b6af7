import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Guesses at passwords and links are counted for all processes together, also without Redis. */
export class SignInAttempts20261128000026 implements MigrationInterface {
  name = 'SignInAttempts20261128000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_attempts (
        -- digest of an address or an account
        name bytea primary key,
        -- of the attempts that were let through, the oldest first
        times timestamptz[] not null
      );
      alter table sign_in_attempts enable row level security;
      alter table sign_in_attempts force row level security;
      create policy every_row on sign_in_attempts to mirabel_system using (true) with check (true);
      grant select, insert, update, delete on sign_in_attempts to mirabel_system;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_attempts');
  }
}
