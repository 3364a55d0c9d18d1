import { addContractFile } from '#app/contracts/actions/contract_files'
import { approveContract, submitContract } from '#app/contracts/actions/move_contract'
import { createContract } from '#app/contracts/actions/save_contract'
import type { ContractTerms, ItemTerms } from '#app/contracts/contract_terms'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeUser, type Person } from '#tests/factories/people'

let sequence = 0

/** An agreed price with defaults: 1,2500 per unit from 2026 on. */
export const itemTerms = (terms: Partial<ItemTerms> & { code: string }): ItemTerms => ({
  description: `Servicio ${terms.code}`,
  unit: 'ud',
  unitPriceMinor4: 12_500,
  minQty: null,
  maxQty: null,
  validFrom: calendarDate('2026-01-01'),
  validTo: null,
  tiers: [],
  keywords: [],
  ...terms,
})

/** A contract from 2026 on without an end, billed by the month. */
export const contractTerms = (
  terms: Partial<ContractTerms> & Pick<ContractTerms, 'providerId' | 'siteIds'>
): ContractTerms => ({
  title: 'Contrato de prueba',
  kind: 'service',
  currency: 'EUR',
  signedOn: null,
  startsOn: calendarDate('2026-01-01'),
  endsOn: null,
  noticeDays: 60,
  autoRenew: false,
  renewalMonths: 12,
  billingFrequency: 'monthly',
  expectedDay: null,
  expectedAmountMinor: null,
  amountTolerancePercent: 0,
  vatCodeId: null,
  withholdingCodeId: null,
  paymentTermsDays: null,
  capMinor: null,
  capPeriod: 'contract',
  indexation: 'none',
  indexPercent: null,
  indexBaseMonth: null,
  indexFloor: true,
  depositMinor: null,
  guaranteeUntil: null,
  categoryId: null,
  profileId: null,
  centerId: null,
  ledgerAccountCode: null,
  requiresInvoiceMatch: false,
  ownerUserId: null,
  notes: null,
  items: [],
  ...terms,
})

/** The bytes of a small PDF that no other call gets. */
export function paper(): Uint8Array {
  sequence++
  return Buffer.from(`%PDF-1.4\n% contrato ${process.pid}-${Date.now()}-${sequence}\n%%EOF\n`)
}

/** A draft with its signed paper, and who wrote it. */
export async function makeDraft(
  terms: Partial<ContractTerms> & Pick<ContractTerms, 'providerId' | 'siteIds'>,
  author?: Person
): Promise<{ id: number; reference: string; author: Person }> {
  const writer = author ?? (await makeUser('aprobador'))
  const made = await createContract(contractTerms(terms), writer.actor)
  await addContractFile(made.id, { kind: 'signed', name: 'contrato.pdf', bytes: paper() }, writer.actor)
  return { ...made, author: writer }
}

/** A contract in force: written by one person, approved by another. */
export async function makeContract(
  terms: Partial<ContractTerms> & Pick<ContractTerms, 'providerId' | 'siteIds'>
): Promise<{ id: number; reference: string; author: Person; approver: Person }> {
  const draft = await makeDraft(terms)
  const approver = await makeUser('aprobador')
  await submitContract(draft.id, draft.author.actor)
  await approveContract(draft.id, approver.actor)
  return { ...draft, approver }
}
