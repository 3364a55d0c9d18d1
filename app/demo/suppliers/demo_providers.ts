import type { Actor } from '#app/audit/record_event'
import { DEMO_SUPPLIERS, type DemoSupplier } from '#app/demo/suppliers/demo_suppliers'
import { execute, oneRow } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import { createProvider } from '#app/providers/actions/create_provider'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'

export type MadeProvider = DemoSupplier & { id: number; bankIban: string; isVerified: boolean }

/** The suppliers of the demo, each with a bank detail that a second person verified long ago; the last one waits. */
export async function createDemoProviders(accountant: Actor, senior: Actor): Promise<MadeProvider[]> {
  const made: MadeProvider[] = []
  for (const [index, provider] of DEMO_SUPPLIERS.entries()) {
    const bankIban =
      provider.iban ??
      ibanFromCcc(
        `2038${String(1000 + index * 37).padStart(4, '0')}${String(3_300_450_000 + index * 91_733).padStart(10, '0')}`
      ) ??
      ''
    const { id: categoryId } = await oneRow<{ id: number }>(`select id from categories where name = :name`, {
      name: provider.category,
    })
    const id = await createProvider(
      {
        legalName: provider.name,
        taxIdType: provider.taxIdType,
        taxId: provider.taxId,
        country: 'ES',
        kind: provider.kind,
        categoryId,
        source: 'import',
      },
      accountant
    )
    const isVerified = index < DEMO_SUPPLIERS.length - 1
    // An account that nobody has verified yet comes from another hand than the invoices, or the audit stops them (S1).
    const bank = { providerId: id, iban: bankIban, holderName: provider.name }
    const bankId = await addBank(bank, isVerified ? accountant : senior)
    if (isVerified) {
      await verifyBank({ providerId: id, bankId }, 'phone_call', senior)
      await execute(
        `update provider_banks set payable_from = now() - interval '300 days', created_at = now() - interval '390 days', verified_at = now() - interval '389 days' where id = :bankId`,
        { bankId }
      )
    }
    await execute(`update providers set created_at = now() - interval '395 days' where id = :id`, { id })
    made.push({ ...provider, id, bankIban, isVerified })
  }
  return made
}
