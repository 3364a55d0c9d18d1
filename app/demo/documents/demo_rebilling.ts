import { approveByAll, chargeIntoLoans } from '#app/demo/documents/demo_lent_charges'
import {
  approveBill,
  billedMonths,
  billSoftware,
  createSoftwareHouse,
  inYear,
  person,
  type RebillingStage,
  registerBill,
} from '#app/demo/documents/demo_software'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { oneRow, rows } from '#app/kernel/database/sql'
import {
  addDays,
  addMonths,
  type CalendarDate,
  endOfMonth,
  startOfMonth,
  yearOf,
} from '#app/kernel/time/calendar_date'
import { discardCharge } from '#app/rebilling/charges/discard_charge'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { rectifyCharge } from '#app/rebilling/charges/rectify_charge'
import { feedKey } from '#app/rebilling/keys/feed_key'
import { computeProposals } from '#app/rebilling/proposals/compute_proposals'
import { createSetting } from '#app/rebilling/settings/save_setting'
import type { SettingInput } from '#app/rebilling/settings/setting_input'
import { saveShare } from '#app/rebilling/sharing/save_share'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'

const ISSUED_DAYS_BACK = 25

/**
 * The holding pays the software of four hotels and charges it on by their rooms, month by month: the first months are issued, one of
 * them is being rectified, the last one waits for its approvals. A campaign is shared with a hotel when it is booked.
 */
export async function createDemoRebilling(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const [holding, ...others] = sites
  if (!holding) return
  const hotels = others.filter(({ code }) => code !== 'AMS').slice(0, 4)
  const stage = { holding, hotels, users, day }
  await letDecide([holding, ...hotels], users, addDays(day, -395))
  const providerId = await createSoftwareHouse(users)
  await billSoftware(stage, providerId)
  await writeRules(stage, providerId)
  await chargeOn(stage)
  await shareCampaign(stage, providerId)
  await chargeIntoLoans(stage)
}

/** The installation does it, not the person: it is news to nobody. */
const inPlaceOf = (userId: number) => ({ userId, kind: 'system' as const })

/** Both approvers decide on charges in each of the companies. */
async function letDecide(
  sites: readonly DemoSite[],
  users: DemoUsers,
  activeFrom: CalendarDate
): Promise<void> {
  for (const { id: siteId } of sites)
    for (const [userId, proposer, maxAmountMinor] of [
      [users.approver, users.secondApprover, 2_500_000],
      [users.secondApprover, users.approver, null],
    ] as const) {
      const id = await proposeApproval(
        {
          siteId,
          userId,
          kinds: ['rebilling'],
          maxAmountMinor,
          dailyLimitMinor: null,
          activeFrom,
          activeTo: null,
        },
        inPlaceOf(proposer)
      )
      await activateApproval(id, inPlaceOf(users.system))
    }
}

async function writeRules(stage: RebillingStage, providerId: number): Promise<void> {
  const { holding, hotels, users } = stage
  const senior = person(users.senior)
  const months = [...billedMonths(stage), startOfMonth(stage.day)]
  for (const month of months) await feedKey({ name: 'habitaciones', month, siteIds: 'all' }, senior)
  const { id: vatCodeId } = await oneRow<{ id: number }>(`select id from tax_codes where code = 'IVA21'`)
  const rule: SettingInput = {
    name: 'Software de los hoteles',
    originSiteId: holding.id,
    takesInvoices: true,
    takesNotes: false,
    takesCosts: false,
    providerIds: [providerId],
    profileIds: [],
    categoryIds: [],
    accountCodes: [],
    textFilter: null,
    allocation: 'key',
    allocationKey: 'habitaciones',
    markupBasisPoints: 300,
    treatment: 'invoice',
    vatCodeId,
    incomeAccount: null,
    expenseAccount: null,
    frequency: 'monthly',
    autoPropose: true,
    settlement: 'current_account',
    validFrom: inYear(stage.day, startOfMonth(addMonths(stage.day, -12))),
    validTo: null,
    priority: 100,
    active: true,
    targets: hotels.map(({ id }) => ({ siteId: id, percentage: null, amountMinor: null })),
  }
  await createSetting(rule, senior)
  const { id: auditorId } = await oneRow<{ id: number }>(
    `select id from providers where legal_name = 'Auditores Asociados Retiro, S.L.P.'`
  )
  await createSetting(
    {
      ...rule,
      name: 'Auditoría de cuentas',
      providerIds: [auditorId],
      allocation: 'percentage',
      allocationKey: null,
      markupBasisPoints: 0,
      treatment: 'debit_note',
      vatCodeId: null,
      frequency: 'quarterly',
      autoPropose: false,
      settlement: 'payment',
      targets: [
        { siteId: holding.id, percentage: '20', amountMinor: null },
        ...hotels.map(({ id }) => ({ siteId: id, percentage: '20', amountMinor: null })),
      ],
    },
    senior
  )
}

type Proposed = { id: number; periodTo: CalendarDate; fingerprint: string }

/** Months one by one: those that are over are issued, but for the last. */
async function chargeOn(stage: RebillingStage): Promise<void> {
  const { holding, users, day } = stage
  const senior = person(users.senior)
  for (const month of billedMonths(stage))
    await computeProposals({
      siteIds: [holding.id],
      until: endOfMonth(month),
      mode: 'asked',
      actor: { userId: null, kind: 'system' },
    })
  const proposed = await rows<Proposed>(
    `select t.id, t.period_to, rebilling_fingerprint(t) as fingerprint from rebilling_transactions t join rebilling_settings s on s.id = t.setting_id
      where t.status = 'proposed' and s.origin_site_id = :siteId and s.allocation = 'key' order by t.period_to, t.id`,
    { siteId: holding.id }
  )
  const [lastMonth] = billedMonths(stage).slice(-1)
  const older = proposed.filter(({ periodTo }) => lastMonth !== undefined && periodTo < lastMonth)
  for (const { id, fingerprint } of older) {
    await approveByAll(id, fingerprint, [users.secondApprover, users.approver])
    await issueCharge({ chargeId: id, issuedOn: inYear(day, addDays(day, -ISSUED_DAYS_BACK)) }, senior)
  }
  const [first] = older
  if (first)
    await rectifyCharge(first.id, 'El hotel estuvo cerrado por obras ese mes', person(users.approver))
  const [approved, dropped] = proposed.slice(older.length)
  if (approved) await approveByAll(approved.id, approved.fingerprint, [users.secondApprover, users.approver])
  if (dropped) await discardCharge(dropped.id, 'Lo asume la matriz por acuerdo de dirección', senior)
}

/** Half of it is a hotel’s: one is booked, the next waits for its approval. */
async function shareCampaign(stage: RebillingStage, providerId: number): Promise<void> {
  const { holding, hotels, users, day } = stage
  const [hotel] = hotels
  if (!hotel) return
  for (const [place, ago] of [20, 6].entries()) {
    const id = await registerBill(stage, {
      providerId,
      number: `NH-${yearOf(day)}-${2201 + place}`,
      issuedOn: inYear(day, addDays(day, -ago)),
      lines: [{ concept: 'Implantación del canal de reservas directas', baseMinor: 340_001 }],
    })
    const { lockVersion } = await Invoice.findOrFail(id)
    await saveShare({
      invoiceId: id,
      shareId: null,
      lockVersion,
      actor: person(users.senior),
      share: {
        lineIds: [],
        allocation: 'percentage',
        allocationKey: null,
        targets: [
          { siteId: holding.id, percentage: '50', amountMinor: null },
          { siteId: hotel.id, percentage: '50', amountMinor: null },
        ],
        ruleName: null,
      },
    })
    await submitInvoice(id, person(users.accountant))
    if (place === 0) await approveBill(id, users)
  }
}
