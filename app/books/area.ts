import { defineArea } from '#app/kernel/area'

/** The books as people see and keep them: plan, journal, manual entries, openings, periods, rates, trial balance. */
export const books = defineArea({
  name: 'books',
  floor: 8,
  tables: ['manual_entries', 'manual_entry_editors'],
  documents: [
    { type: 'manual_entry', label: 'Asiento manual', path: (id) => `/accounts/journal/manual/${id}` },
  ],
  imports: {
    plan: async () => (await import('#app/books/plan_file/plan_import')).planImport,
    openings: async () => (await import('#app/books/opening/opening_import')).openingImport,
  },
  menu: {
    accounts: [
      'books/plan/index',
      'books/plan_imports/create',
      'books/journal/index',
      'books/journal/show',
      'books/trial_balance/index',
      'books/account_ledgers/show',
      'books/manual_entries/index',
      'books/manual_entries/create',
      'books/manual_entries/show',
      'books/periods/index',
      'books/group_balances/index',
      'books/group_balances/show',
    ],
  },
  routes: [() => import('#app/books/routes')],
  refusals: {
    CA036: 'Debe aprobarlo una persona distinta de quien lo ha preparado.',
  },
})
