import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/paging.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import type { EgressEntry, EgressStatus } from './egress-ledger.ts';

interface Settlement {
  status: EgressStatus;
  input_tokens: number;
  output_tokens: number;
  /** US cents, exact. */
  cost: string;
  answer: string | null;
}

@Injectable()
export class EgressRepository {
  async insert(tx: Transaction, tenant: TenantContext, entry: EgressEntry, cost: string): Promise<void> {
    const { id, run_id, sent_at, provider, model, payload, sha256, pairs, status } = entry;
    await tx.query(
      `insert into smart_egress (tenant_id, id, run_id, sent_at, provider, model, payload, sha256, pairs, status, cost_cents)
       values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, $10, $11)`,
      [tenant.tenantId, id, run_id, sent_at, provider, model, payload, sha256, pairs, status, cost],
    );
  }

  async settle(tx: Transaction, tenant: TenantContext, id: string, settlement: Settlement): Promise<void> {
    const { status, input_tokens, output_tokens, cost, answer } = settlement;
    await tx.query(
      `update smart_egress set status = $3, input_tokens = $4, output_tokens = $5, cost_cents = $6, answer = $7
       where tenant_id = $1 and id = $2`,
      [tenant.tenantId, id, status, input_tokens, output_tokens, cost, answer],
    );
  }

  async answer(
    tx: Transaction,
    tenant: TenantContext,
    model: string,
    sha256: string,
    since: Date,
  ): Promise<string | null> {
    const [row] = await tx.query<{ answer: string }>(
      `select answer from smart_egress
       where tenant_id = $1 and sha256 = decode($2, 'hex') and model = $3 and status = 'answered' and sent_at >= $4
         and answer is not null
       order by id desc limit 1`,
      [tenant.tenantId, sha256, model, since],
    );
    return row?.answer ?? null;
  }

  async totals(tx: Transaction, tenant: TenantContext, runId: string) {
    const [row] = await tx.query<{ calls: number; cost: string; input_tokens: number; output_tokens: number }>(
      `select count(*)::int as calls, coalesce(sum(cost_cents), 0)::text as cost,
         coalesce(sum(input_tokens), 0)::float8 as input_tokens, coalesce(sum(output_tokens), 0)::float8 as output_tokens
       from smart_egress where tenant_id = $1 and run_id = $2`,
      [tenant.tenantId, runId],
    );
    return row!;
  }

  async costSince(tx: Transaction, tenant: TenantContext, since: Date): Promise<string> {
    const [row] = await tx.query<{ cost: string }>(
      `select coalesce(sum(cost_cents), 0)::text as cost from smart_egress where tenant_id = $1 and sent_at >= $2`,
      [tenant.tenantId, since],
    );
    return row!.cost;
  }

  async count(tx: Transaction, tenant: TenantContext, runId: string | null): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from smart_egress where tenant_id = $1 and ($2::uuid is null or run_id = $2)`,
      [tenant.tenantId, runId],
    );
    return row!.count;
  }

  async list(tx: Transaction, tenant: TenantContext, page: PageRequest, runId: string | null): Promise<EgressEntry[]> {
    return tx.query<EgressEntry>(
      `select id, run_id, sent_at, provider, model, payload, encode(sha256, 'hex') as sha256, pairs, status
       from smart_egress where tenant_id = $1 and ($2::uuid is null or run_id = $2)
       order by id desc limit $3 offset $4`,
      [tenant.tenantId, runId, page.limit, page.offset],
    );
  }

  /** Of any tenant; the number removed. */
  async forget(tx: Transaction, before: Date, limit: number): Promise<number> {
    const gone = await tx.query(
      `delete from smart_egress where (tenant_id, id) in
         (select tenant_id, id from smart_egress where sent_at < $1 limit $2) returning 1`,
      [before, limit],
    );
    return gone.length;
  }
}
