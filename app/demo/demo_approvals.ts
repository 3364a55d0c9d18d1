import type { DemoSite } from '#app/demo/demo_sites'
import type { DemoUsers } from '#app/demo/demo_users'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'

const KINDS = [
  'invoice',
  'payment_supplier',
  'payment_payroll',
  'payment_legal',
  'payment_recurrent',
  'payment_tax',
  'expense_note',
] as const

/** Who may approve what: one approver to 25.000 €, two without limit, senior accounting for small invoices. */
export async function grantDemoApprovals(
  sites: DemoSite[],
  users: DemoUsers,
  activeFrom: CalendarDate
): Promise<void> {
  const system = { userId: users.system, kind: 'user' as const }
  const approver = { userId: users.approver, kind: 'user' as const }
  for (const site of sites) {
    const base = { siteId: site.id, dailyLimitMinor: null, activeFrom, activeTo: null }
    const first = await proposeApproval(
      { ...base, userId: users.approver, kinds: [...KINDS], maxAmountMinor: 2_500_000 },
      { userId: users.secondApprover, kind: 'user' }
    )
    const second = await proposeApproval(
      { ...base, userId: users.secondApprover, kinds: [...KINDS], maxAmountMinor: null },
      approver
    )
    const senior = await proposeApproval(
      { ...base, userId: users.senior, kinds: ['invoice', 'expense_note'], maxAmountMinor: 50_000 },
      approver
    )
    const third = await proposeApproval(
      { ...base, userId: users.system, kinds: [...KINDS], maxAmountMinor: null },
      approver
    )
    for (const id of [first, second, senior]) await activateApproval(id, system)
    await activateApproval(third, { userId: users.secondSystem, kind: 'user' })
  }
  await proposeDemoLoans(sites, users, activeFrom)
}

/** Two things for the tab to show: a proposal that waits for its second person, and a policy of a company's own. */
async function proposeDemoLoans(
  sites: DemoSite[],
  users: DemoUsers,
  activeFrom: CalendarDate
): Promise<void> {
  const [holding, hotel] = sites
  if (!holding || !hotel) return
  await proposeApproval(
    {
      siteId: holding.id,
      userId: users.approver,
      kinds: ['loan', 'internal_transfer'],
      maxAmountMinor: 10_000_000,
      dailyLimitMinor: 20_000_000,
      activeFrom,
      activeTo: null,
    },
    { userId: users.secondApprover, kind: 'user' }
  )
  const step = { kind: 'invoice' as const, aggregateDays: 0, slaHours: 48 }
  await saveApprovalPolicies(
    hotel.id,
    [
      { ...step, fromMinor: 0, required: 1 },
      { ...step, fromMinor: 1_000_001, required: 2 },
    ],
    { userId: users.system, kind: 'user' }
  )
}
