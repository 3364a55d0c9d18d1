import { answerPorts } from '#app/accounts/answers'
import { invariants } from '#app/accounts/invariants'
import { defineArea } from '#app/kernel/area'

/** Bank accounts and their statements. */
export const accounts = defineArea({
  name: 'accounts',
  floor: 6,
  tables: [
    'bank_profiles',
    'bank_accounts',
    'bank_account_permissions',
    'virtual_accounts',
    'account_holds',
    'bank_statements',
    'bank_statement_lines',
    'bank_statement_line_aliases',
    'statement_mappings',
    'bank_account_positions',
  ],
  invariants,
  menu: {
    accounts: ['accounts/accounts/edit', 'accounts/statements/create', 'accounts/statements/index'],
  },
  routes: [() => import('#app/accounts/routes')],
  jobs: [async () => (await import('#app/accounts/jobs/import_statement_job')).importStatementJob],
  refusals: {
    CA041: 'Un movimiento del extracto no se modifica: retire el extracto entero.',
    CB001: 'La divisa no puede cambiar: la cuenta tiene movimientos.',
    CB002: 'Una tarjeta solo puede depender de una cuenta bancaria de su empresa y de su divisa.',
    CB003: 'Una cuenta con apuntes no se elimina: ciérrela.',
  },
  /** What companies need of it. */
  boot: answerPorts,
})
