import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { confirmChange } from '#app/sites/second_person/decide_change'
import { listOpenChanges } from '#app/sites/second_person/list_changes'

const KINDS = [
  'invoice',
  'payment_supplier',
  'payment_payroll',
  'payment_legal',
  'payment_recurrent',
  'payment_tax',
  'expense_note',
  'internal_transfer',
] as const

/** The installation does it, not the person: it is news to nobody, and no mail tells of it. */
const inPlaceOf = (userId: number) => ({ userId, kind: 'system' as const })

/** Who may approve what: one approver to 25.000 €, two without limit, a third for loans, senior accounting for small invoices. */
export async function grantDemoApprovals(
  sites: DemoSite[],
  users: DemoUsers,
  activeFrom: CalendarDate
): Promise<void> {
  const system = inPlaceOf(users.system)
  const approver = inPlaceOf(users.approver)
  for (const site of sites) {
    const base = { siteId: site.id, dailyLimitMinor: null, activeFrom, activeTo: null }
    const first = await proposeApproval(
      { ...base, userId: users.approver, kinds: [...KINDS], maxAmountMinor: 2_500_000 },
      inPlaceOf(users.secondApprover)
    )
    const second = await proposeApproval(
      { ...base, userId: users.secondApprover, kinds: [...KINDS, 'loan'], maxAmountMinor: null },
      approver
    )
    const senior = await proposeApproval(
      { ...base, userId: users.senior, kinds: ['invoice', 'expense_note'], maxAmountMinor: 50_000 },
      approver
    )
    const third = await proposeApproval(
      { ...base, userId: users.system, kinds: [...KINDS, 'loan'], maxAmountMinor: null },
      approver
    )
    // Who opened the accounts of the group approves no payment to them: of loans one more may.
    const fourth = await proposeApproval(
      { ...base, userId: users.secondSystem, kinds: ['loan'], maxAmountMinor: null },
      approver
    )
    for (const id of [first, second, senior, fourth]) await activateApproval(id, system)
    await activateApproval(third, inPlaceOf(users.secondSystem))
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
      kinds: ['loan', 'rebilling'],
      maxAmountMinor: 10_000_000,
      dailyLimitMinor: 20_000_000,
      activeFrom,
      activeTo: null,
    },
    inPlaceOf(users.secondApprover)
  )
  const step = { kind: 'invoice' as const, aggregateDays: 0, slaHours: 48 }
  await saveApprovalPolicies(
    hotel.id,
    [
      { ...step, fromMinor: 0, required: 1 },
      { ...step, fromMinor: 1_000_001, required: 2 },
    ],
    { userId: users.system, kind: 'user' },
    'Las compras de cocina del hotel pasan de 5.000 € casi cada semana'
  )
  await confirmAsSecond(users)
}

/** What asks for less than the group does is confirmed by the second person of the system role. */
export async function confirmAsSecond({ secondSystem }: DemoUsers): Promise<void> {
  const second = { id: secondSystem, siteIds: 'all' as const }
  for (const { id } of await listOpenChanges(second))
    await confirmChange(id, second, { userId: secondSystem, kind: 'user' })
}
