import { checkPlanRows } from '#app/books/plan_file/check_plan_rows'
import { PLAN_COLUMNS, readPlanRow } from '#app/books/plan_file/read_plan_row'
import { knownPlan } from '#app/books/queries/known_plan'
import { defineImport } from '#app/imports/table_import'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { openSubaccounts } from '#app/ledger/actions/open_subaccounts'

/** Accounts of a company's plan from a file: number, name and «conciliable» where it has no headings. */
export const planImport = defineImport({
  kind: 'plan',
  page: 'books/plan_imports/create',
  at: {
    create: '/accounts/plan/imports/create',
    files: '/accounts/plan/imports',
    back: '/accounts/plan',
    done: ({ site_id: siteId }) => `/accounts/plan?site_ids[]=${siteId}`,
  },
  title: 'Importar cuentas',
  subtitle: 'Cuentas nuevas del plan de una empresa, hasta 50.000 por fichero.',
  nouns: { one: 'cuenta', many: 'cuentas' },
  columns: PLAN_COLUMNS,
  orderWithoutHeadings: ['code', 'name', 'reconcilable'],
  questions: [{ key: 'site_id', label: 'Empresa', kind: 'site', isNeeded: true, at: 'file' }],
  rowsMax: 50_000,
  shown: [
    { key: 'code', title: 'Cuenta', kind: 'number' },
    { key: 'name', title: 'Nombre', kind: 'text' },
    { key: 'parent', title: 'Cuenta padre', kind: 'number' },
    { key: 'reconcilable', title: 'Conciliable', kind: 'text' },
  ],
  wrongRows: 'ask',
  repeatedFile: 'tell',
  keepsFile: true,
  keepsRows: false,
  audit: { objectType: 'site', applied: 'site.plan_imported', undone: 'site.plan_import_undone' },
  told: (count) => `${counted(count, 'cuenta importada', 'cuentas importadas')}.`,
  context: () => Promise.resolve(null),
  read: readPlanRow,
  judge: async (read, { answers }, client) => {
    const plan = await knownPlan(Number(answers.site_id), client)
    const { accounts, problems } = checkPlanRows(
      read.flatMap(({ value }) => (value ? [value] : [])),
      plan
    )
    const right = new Map(accounts.map((account) => [account.line, account]))
    const wrong = new Map(problems.map(({ line, message }) => [line, message]))
    return read.map((row) => {
      const error = wrong.get(row.rowNo)
      return { ...row, value: right.get(row.rowNo) ?? null, errors: error ? [error] : row.errors }
    })
  },
  show: ({ code, name, parent, reconcilable }) => ({
    code,
    name,
    parent,
    reconcilable: reconcilable === null ? 'Según su número' : reconcilable ? 'Sí' : 'No',
  }),
  apply: async (right, { answers, actor }, trx) => {
    const siteId = Number(answers.site_id)
    const accounts = right.map(({ value }) => value)
    const opened = await openSubaccounts(
      { siteId, accounts, origin: 'imported', createdBy: actor.userId },
      trx
    )
    // Somebody opened one of them in between: what was shown does not hold any more.
    if (opened.length !== accounts.length)
      throw new DomainError(
        'E_PLAN_CHANGED',
        'El plan ha cambiado mientras se importaba: revise el fichero otra vez.'
      )
    return { count: opened.length, siteIds: [siteId], taken: [], objectId: siteId }
  },
  undo: { whyNot: 'el número de una cuenta no vuelve a darse; desactive en el plan las que no quiera' },
})
