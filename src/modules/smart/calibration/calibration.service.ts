import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import { SettingsReader } from '../../tenants/index.ts';
import { HOLDOUT } from '../synonym-effect.ts';
import { calibrate, type Calibration, type Fate } from './calibration.ts';

const FATES = `
  select confidence::float8 as confidence, status, decision,
    history @> '[{"to": "applied"}]' as applied, history @> '[{"to": "accepted"}]' as accepted,
    status = 'applied' and applied_at < $2 as settled,
    coalesce(retired in ('target_gone', 'unused'), false) as forgotten,
    (original not like '% %' and target like '% %') or coalesce((evidence->'replay'->>'held')::boolean, false) as held,
    count(*)::int as suggestions
  from smart_suggestions where tenant_id = $1 group by 1, 2, 3, 4, 5, 6, 7, 8`;

/** How far a tenant can trust the confidences, by what became of its suggestions. */
@Injectable()
export class CalibrationService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async report(tenant: TenantContext): Promise<Calibration> {
    const settings = await this.settings.get(tenant);
    const settledBefore = new Date(this.clock.now() - HOLDOUT);
    const fates = await this.database.tenant(tenant, (tx) => tx.query<Fate>(FATES, [tenant.tenantId, settledBefore]));
    return calibrate(fates, settings);
  }
}
