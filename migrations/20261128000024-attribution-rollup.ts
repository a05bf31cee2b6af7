import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversions by the rule that attributed them, beside their sum. Days that are rolled up are counted anew. */
export class AttributionRollup20261128000024 implements MigrationInterface {
  name = 'AttributionRollup20261128000024';

  async up(runner: QueryRunner): Promise<void> {
    // query_id, click, search; days whose events are gone have no more than the sum
    await runner.query(`alter table rollup_hours add column attributed_by bigint[] not null default '{0,0,0}'`);
    await runner.query('set local role mirabel_system');
    await runner.query('insert into rollup_marks (tenant_id, day) select tenant_id, day from rollup_days');
    await runner.query('reset role');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rollup_hours drop column attributed_by');
  }
}
