import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { draftFaults, RULE_LIMITS, type Rule, type RuleDraft } from './rule.ts';
import { RulesRepository } from './rules.repository.ts';

@Injectable()
export class RulesService {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(tenant: TenantContext, { limit, offset }: PageRequest): Promise<Page<Rule>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.rules.list(tx, tenant, { limit, offset })),
      limit,
      offset,
    }));
  }

  read(tenant: TenantContext, id: string): Promise<Rule> {
    return this.database.tenant(tenant, (tx) => this.#find(tx, tenant, id));
  }

  create(tenant: TenantContext, draft: RuleDraft): Promise<Rule> {
    refuseFaults(draft);
    return this.database.tenant(tenant, async (tx) => {
      await this.rules.lock(tx, tenant);
      if ((await this.rules.count(tx, tenant)) >= RULE_LIMITS.perTenant) {
        throw new ApiError('conflict', `A tenant may have ${RULE_LIMITS.perTenant} rules. Delete some first.`);
      }
      const rule: Rule = { id: newId(), ...draft, created_at: new Date(this.clock.now()) };
      await this.rules.insert(tx, tenant, rule);
      await this.bus.send(tx, 'rules', tenant.tenantId);
      return rule;
    });
  }

  /** Changes the named fields, `conditions` and `actions` each as a whole; the rule must be sound afterwards. */
  update(tenant: TenantContext, id: string, patch: Partial<RuleDraft>): Promise<Rule> {
    return this.database.tenant(tenant, async (tx) => {
      await this.rules.lock(tx, tenant);
      const rule: Rule = { ...(await this.#find(tx, tenant, id)), ...patch };
      refuseFaults(rule);
      await this.rules.update(tx, tenant, rule);
      await this.bus.send(tx, 'rules', tenant.tenantId);
      return rule;
    });
  }

  delete(tenant: TenantContext, id: string): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      await this.#find(tx, tenant, id);
      await this.rules.delete(tx, tenant, id);
      await this.bus.send(tx, 'rules', tenant.tenantId);
    });
  }

  async #find(tx: Transaction, tenant: TenantContext, id: string): Promise<Rule> {
    const rule = isUuid(id) ? await this.rules.find(tx, tenant, id) : undefined;
    if (!rule) throw notFound('rule');
    return rule;
  }
}

function refuseFaults(rule: RuleDraft): void {
  const errors = draftFaults(rule);
  if (errors.length === 0) return;
  const detail = errors.length === 1 ? errors[0]!.message : `${errors.length} fields are not valid; see errors.`;
  throw new ApiError('validation_failed', detail, { errors: errors.slice(0, 100) });
}
