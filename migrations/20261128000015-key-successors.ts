import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What took the place of a rotated key. The value of a public key stands in the pages of its shop: it is kept readable, so
 * that a page which still has the old one can be told. Other keys stay hashes.
 */
export class KeySuccessors20261128000015 implements MigrationInterface {
  name = 'KeySuccessors20261128000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_keys add column successor_id uuid,
      add column successor_key text check (successor_key is null or kind = 'public')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_keys drop column successor_key, drop column successor_id');
  }
}
