import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { nextEdit, refuseStale, type ExpectedVersions } from '../../kernel/edited.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { AuditTrail, changesOf, hasChanges } from '../audit/index.ts';
import { SettingsReader } from '../tenants/index.ts';
import { conflictsOf, type RuleConflicts } from './conflicts.ts';
import { draftFaults, RULE_LIMITS, type RuleDraft, type StoredRule } from './rule.ts';
import { RulesRepository } from './rules.repository.ts';

@Injectable()
export class RulesService {
  constructor(
    private readonly database: Database,
    private readonly rules: RulesRepository,
    private readonly bus: SignalBus,
    private readonly audit: AuditTrail,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(tenant: TenantContext, { limit, offset }: PageRequest): Promise<Page<StoredRule>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.rules.list(tx, tenant, { limit, offset })),
      limit,
      offset,
    }));
  }

  read(tenant: TenantContext, id: string): Promise<StoredRule> {
    return this.database.tenant(tenant, (tx) => this.#find(tx, tenant, id));
  }

  async conflicts(tenant: TenantContext): Promise<RuleConflicts & { total: number }> {
    const { locale } = await this.settings.get(tenant);
    const rules = await this.database.tenant(tenant, (tx) => this.rules.all(tx, tenant));
    const found = await conflictsOf(rules, locale, this.clock.now());
    return { total: found.rows.length, ...found };
  }

  create(tenant: TenantContext, draft: RuleDraft): Promise<StoredRule> {
    refuseFaults(draft);
    return this.database.tenant(tenant, async (tx) => {
      await this.rules.lock(tx, tenant);
      if ((await this.rules.count(tx, tenant)) >= RULE_LIMITS.perTenant) {
        throw new ApiError('conflict', `A tenant may have ${RULE_LIMITS.perTenant} rules. Delete some first.`);
      }
      const now = this.clock.now();
      const rule: StoredRule = { id: newId(), ...draft, created_at: new Date(now), ...nextEdit(tenant, now) };
      await this.rules.insert(tx, tenant, rule);
      await this.#tell(tx, tenant, 'create', null, rule);
      return rule;
    });
  }

  /** Changes the named fields, `conditions` and `actions` each as a whole; the rule must be sound afterwards. */
  update(
    tenant: TenantContext,
    id: string,
    patch: Partial<RuleDraft>,
    expected: ExpectedVersions = null,
  ): Promise<StoredRule> {
    return this.database.tenant(tenant, async (tx) => {
      await this.rules.lock(tx, tenant);
      const present = await this.#find(tx, tenant, id);
      refuseStale(expected, present);
      const rule: StoredRule = { ...present, ...patch };
      refuseFaults(rule);
      if (!hasChanges(changesOf(present, rule))) return present;
      Object.assign(rule, nextEdit(tenant, this.clock.now(), present.version));
      await this.rules.update(tx, tenant, rule);
      await this.#tell(tx, tenant, 'update', present, rule);
      return rule;
    });
  }

  delete(tenant: TenantContext, id: string, expected: ExpectedVersions = null): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      await this.rules.lock(tx, tenant);
      const present = await this.#find(tx, tenant, id);
      refuseStale(expected, present);
      await this.rules.delete(tx, tenant, id);
      await this.#tell(tx, tenant, 'delete', present, null);
    });
  }

  /** Searches of the change, and the log of who made it. */
  async #tell(
    tx: Transaction,
    tenant: TenantContext,
    action: string,
    before: StoredRule | null,
    after: StoredRule | null,
  ): Promise<void> {
    const { id, name } = (after ?? before)!;
    const changes = changesOf(before, after);
    await this.audit.record(tx, tenant, { kind: 'rule', action, subjectId: id, subject: name, changes });
    await this.bus.send(tx, 'rules', tenant.tenantId);
  }

  async #find(tx: Transaction, tenant: TenantContext, id: string): Promise<StoredRule> {
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
