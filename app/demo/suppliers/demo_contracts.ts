import { keepIpc } from '#app/contracts/actions/keep_ipc'
import { approveContract, submitContract } from '#app/contracts/actions/move_contract'
import { createContract } from '#app/contracts/actions/save_contract'
import type { ContractTerms, ItemTerms } from '#app/contracts/contract_terms'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { DEMO_CONTRACTS, type DemoContract } from '#app/demo/suppliers/demo_contract_terms'
import type { MadeProvider } from '#app/demo/suppliers/demo_providers'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { addDays, addMonths, type CalendarDate, startOfMonth } from '#app/kernel/time/calendar_date'

const IPC_MONTHS = 26
const IPC_FIRST = 115_210
const IPC_STEP = 240

/** What the group agreed with its suppliers: a rent, prices by piece, a framework with tiers, one that ends soon, one used up. */
export async function createDemoContracts(
  sites: DemoSite[],
  providers: MadeProvider[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const author = { userId: users.approver, kind: 'user' as const }
  const approver = { userId: users.system, kind: 'user' as const }
  for (let back = IPC_MONTHS; back >= 1; back--) {
    const value = IPC_FIRST + (IPC_MONTHS - back) * IPC_STEP
    await keepIpc(startOfMonth(addMonths(day, -back)), (value / 1000).toFixed(3), author)
  }
  for (const wanted of DEMO_CONTRACTS) {
    const provider = providers.find(({ name }) => name === wanted.provider)
    const siteIds = sites.filter(({ code }) => wanted.sites.includes(code)).map(({ id }) => id)
    if (!provider || siteIds.length === 0) continue
    const terms = termsOf(wanted, { providerId: provider.id, siteIds, ownerUserId: author.userId, day })
    const paper = await reportPdf([], {
      title: wanted.title,
      subtitle: wanted.provider,
      printed: 'Documento de demostración',
    })
    const { id } = await createContract(terms, author, [
      { kind: 'signed', name: 'contrato-firmado.pdf', bytes: paper },
    ])
    if (wanted.state === 'draft') continue
    await submitContract(id, author)
    if (wanted.state === 'pending') continue
    await approveContract(id, approver)
  }
}

type Place = { providerId: number; siteIds: number[]; ownerUserId: number; day: CalendarDate }

function termsOf(wanted: DemoContract, { day, ...place }: Place): ContractTerms {
  const startsOn = addDays(day, -wanted.startedDaysAgo)
  return {
    ...place,
    title: wanted.title,
    kind: wanted.kind,
    currency: 'EUR',
    signedOn: addDays(startsOn, -12),
    startsOn,
    endsOn: wanted.endsInDays === null ? null : addDays(day, wanted.endsInDays),
    noticeDays: wanted.noticeDays ?? 60,
    autoRenew: wanted.autoRenew ?? false,
    renewalMonths: 12,
    billingFrequency: wanted.frequency,
    expectedDay: wanted.expectedDay ?? null,
    expectedAmountMinor: wanted.expectedMinor ?? null,
    amountTolerancePercent: 2,
    vatCodeId: null,
    withholdingCodeId: null,
    paymentTermsDays: 30,
    capMinor: wanted.capMinor ?? null,
    capPeriod: wanted.capPeriod ?? 'contract',
    indexation: wanted.indexation ?? 'none',
    indexPercent: wanted.indexation === 'fixed_percent' ? '2.5' : null,
    indexBaseMonth: wanted.indexation === 'ipc' ? startOfMonth(addMonths(startsOn, -1)) : null,
    indexFloor: true,
    depositMinor: wanted.depositMinor ?? null,
    guaranteeUntil: null,
    categoryId: null,
    profileId: null,
    centerId: null,
    ledgerAccountCode: null,
    requiresInvoiceMatch: wanted.requiresMatch ?? false,
    notes: wanted.notes ?? null,
    items: wanted.items.map(
      (item): ItemTerms => ({
        minQty: null,
        maxQty: null,
        validTo: null,
        tiers: [],
        keywords: [],
        ...item,
        validFrom: startsOn,
      })
    ),
  }
}
