import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events of a day are read into temporary tables, which everybody may make unless a careful administrator has forbidden it. */
export class TemporaryTables20261129000030 implements MigrationInterface {
  name = 'TemporaryTables20261129000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        if not has_database_privilege('mirabel_app', current_database(), 'temporary') then
          execute format('grant temporary on database %I to mirabel_app', current_database());
        end if;
      end $$`);
  }

  async down(): Promise<void> {
    // Harmless, and an administrator may have granted it.
  }
}
