import { defineArea } from '#app/kernel/area'
import { formatAmount } from '#app/kernel/money/money'

/** Plan of accounts, entries, balances, periods, rates. */
export const ledger = defineArea({
  name: 'ledger',
  floor: 4,
  tables: [
    'currencies',
    'tax_codes',
    'account_templates',
    'ledger_accounts',
    'ledger_account_roles',
    'account_balances',
    'account_month_totals',
    'fiscal_years',
    'period_locks',
    'fx_rates',
    'journal_entries',
    'journal_lines',
    'opened_accounts',
    'group_lines',
    'open_items',
    'reconciliations',
    'reconciliation_lines',
  ],
  jobs: [
    async () => (await import('#app/ledger/jobs/check_books_job')).checkBooksJob,
    async () => (await import('#app/ledger/jobs/fetch_rates_job')).fetchRatesJob,
  ],
  refusals: {
    CA012: 'Ya existe un asiento distinto para la misma operación.',
    CA001: 'Los asientos no se modifican ni se borran: anúlelos con otro asiento.',
    CA002: 'El asiento debe tener al menos dos apuntes y cuadrar.',
    CA003: (difference) => `El asiento no cuadra (diferencia ${formatAmount(Number(difference), 'EUR')}).`,
    CA004: 'El asiento ya está cerrado: no admite más apuntes.',
    CA005: (account) => `La cuenta ${account} no admite apuntes.`,
    CA006: 'Fecha contable fuera del ejercicio.',
    CA007: 'El periodo está cerrado: no se puede contabilizar con esa fecha.',
    CA008: 'El asiento de anulación no coincide con el original.',
    CA009: 'El período de IVA ya está presentado: use el siguiente período abierto.',
    CA010: (account) => `La cuenta ${account} no admite saldo negativo.`,
    CA011: 'La partida ya está conciliada: recargue la página.',
    CA017:
      'El ejercicio está en cierre provisional: solo los roles superC0ntab1l1dad y s1st3ma pueden contabilizar en él.',
    CA018: 'Fecha contable fuera de rango.',
    CA019: 'Los tipos publicados no se modifican: añada uno manual.',
    CG001: (account) =>
      `La cuenta ${account} es de saldos con empresas del grupo y no dice con cuál: indíquelo en el plan de cuentas.`,
    CG002: (account) =>
      `La cuenta ${account} se contabiliza a la vez en los libros de las dos empresas: use un asiento manual, que pide la cuenta de la otra, o el documento de la operación.`,
    CG003: (companies) =>
      `Lo que ${companies} anotan entre sí no coincide: los dos libros deben decir lo mismo.`,
    CG004: (companies) =>
      `Los saldos iniciales de ${companies} entre sí no coinciden: corrija el fichero o anule los de la otra empresa.`,
    CG005: (account) => `La cuenta ${account} ya tiene apuntes: no cambia de empresa.`,
    CA045: 'El número de una cuenta no se cambia: abra otra.',
    CA046: 'La cuenta tiene saldo: déjela a cero antes de desactivarla.',
  },
})
