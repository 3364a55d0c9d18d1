import type { Actor } from '#app/audit/record_event'
import type { DemoSite } from '#app/demo/group/demo_sites'
import { createRule, type RuleInput } from '#app/reconciliation/actions/save_rule'

const NOTHING_ASKED = { text: null, pattern: null, sign: null, minMinor: null, maxMinor: null, iban: null }

const RULES: RuleInput[] = [
  {
    name: 'Comisión de mantenimiento',
    bankAccountId: null,
    conditions: { ...NOTHING_ASKED, text: 'comision mantenimiento', sign: 'out' },
    action: {
      accountCode: '626',
      description: 'Comisión bancaria',
      providerId: null,
      taxCodeId: null,
      centerId: null,
      autoBook: true,
    },
    maxMinor: 6_000,
    active: true,
  },
  {
    name: 'Abono de tarjetas (TPV)',
    bankAccountId: null,
    conditions: { ...NOTHING_ASKED, text: 'abono tpv', sign: 'in' },
    action: {
      accountCode: '705',
      description: 'Ventas cobradas con tarjeta',
      providerId: null,
      taxCodeId: null,
      centerId: null,
      autoBook: false,
    },
    maxMinor: null,
    active: true,
  },
]

/** What comes every month: small fees are booked by themselves, takings are proposed. */
export async function createDemoRules(sites: DemoSite[], actor: Actor): Promise<void> {
  for (const site of sites) for (const rule of RULES) await createRule(site.id, rule, actor)
}
