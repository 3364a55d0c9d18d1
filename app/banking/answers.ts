import { accountUses, closingHindrances } from '#app/accounts/ports'

/** Answers what bank accounts ask of connections. */
export function answerPorts(): void {
  const linked = {
    rows: (account: string) => `select 1 from provider_accounts where bank_account_id = ${account}`,
    says: () => 'está asociada a una cuenta de una conexión: desasóciela antes.',
  }
  accountUses.answer(linked)
  closingHindrances.answer({
    ...linked,
    rows: (account) => `${linked.rows(account)} and closed_at is null`,
  })
}
