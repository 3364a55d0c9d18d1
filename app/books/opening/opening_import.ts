import { createOpening, refuseClosedDay } from '#app/books/actions/create_opening'
import {
  leaveOutEmpty,
  OPENING_COLUMNS,
  OPENING_ONE_OF,
  OPENING_ROWS_MAX,
  type OpeningRow,
  readOpeningRow,
} from '#app/books/opening/opening_rows'
import type { RowProblem } from '#app/books/plan_file/check_plan_rows'
import type { Answers, Asked } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import { defineImport, type RightRow } from '#app/imports/table_import'
import { type Client, inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { calendarDate } from '#app/kernel/time/calendar_date'

/** Saldos iniciales: the balances with which a company begins; a draft until somebody else approves it. */
export const openingImport = defineImport({
  kind: 'openings',
  page: 'books/opening_balances/create',
  at: {
    create: '/accounts/opening-balances/create',
    files: '/accounts/opening-balances',
    back: '/accounts/journal/manual',
    done: '/accounts/journal/manual',
  },
  title: 'Saldos iniciales',
  subtitle: 'Se guardan como borrador de un asiento de apertura; otra persona lo aprueba y se contabiliza.',
  help: 'Hacen falta «Debe» y «Haber», o «Saldo», o «Saldo deudor» y «Saldo acreedor». Las deudas con proveedores, empleados y empresas del grupo se asignan por su NIF, una fila por documento si se quieren conciliar por separado.',
  nouns: { one: 'saldo', many: 'saldos' },
  submit: { verb: 'Guardar borrador con' },
  columns: OPENING_COLUMNS,
  oneOf: OPENING_ONE_OF,
  questions: [
    { key: 'site_id', label: 'Empresa', kind: 'site', isNeeded: true, at: 'file' },
    { key: 'posted_on', label: 'Fecha', kind: 'day', isNeeded: true, at: 'file' },
    {
      key: 'takes_difference',
      label: 'Si no cuadra, llevar la diferencia a la cuenta de remanente (120)',
      kind: 'tick',
      at: 'preview',
    },
  ],
  rowsMax: 50_000,
  shown: [
    { key: 'code', title: 'Cuenta', kind: 'number' },
    { key: 'name', title: 'Nombre', kind: 'text' },
    { key: 'taxId', title: 'NIF', kind: 'number' },
    { key: 'document', title: 'Documento', kind: 'text' },
    { key: 'dueOn', title: 'Vencimiento', kind: 'day' },
    { key: 'amount', title: 'Saldo', kind: 'money' },
  ],
  wrongRows: 'refuse',
  repeatedFile: 'tell',
  keepsFile: true,
  keepsRows: false,
  audit: {
    objectType: 'manual_entry',
    applied: 'manual_entry.imported',
    undone: 'manual_entry.import_undone',
  },
  told: () => 'Borrador guardado: otra persona debe aprobarlo.',
  context: async ({ answers }, client) => ({ currency: await currencyOf(siteOf(answers), client) }),
  read: (line, { currency }) => readOpeningRow(line, currency),
  judge: judgeOpening,
  show: ({ code, name, taxId, document, dueOn, amountMinor }, { currency }) => ({
    code,
    name,
    taxId,
    document,
    dueOn,
    amount: { minor: amountMinor, currency },
  }),
  notices: async (right, { answers }, client) => {
    const sum = sumOf(right)
    if (sum === 0) return []
    const side = sum > 0 ? 'el debe' : 'el haber'
    const currency = await currencyOf(siteOf(answers), client)
    return [`El fichero no cuadra: ${side} suma ${formatAmount(Math.abs(sum), currency)} más.`]
  },
  apply: async (right, { answers, actor }, trx) => {
    const siteId = siteOf(answers)
    const { id, problems } = await createOpening(
      right.map(({ value }) => value),
      { ...whichOf(answers), userId: actor.userId },
      trx
    )
    const [problem] = problems
    if (id === null)
      throw new DomainError('E_ROWS', `Corrija el fichero: fila ${problem?.line}. ${problem?.message}`, {
        field: 'file',
      })
    return {
      count: right.length,
      siteIds: [siteId],
      taken: [],
      objectId: id,
      resultUrl: `/accounts/journal/manual/${id}`,
    }
  },
  undo: { whyNot: 'el borrador se descarta en su página, y un asiento contabilizado se anula allí' },
})

const siteOf = (answers: Answers): number => Number(answers.site_id)

const whichOf = (answers: Answers) => ({
  siteId: siteOf(answers),
  postedOn: calendarDate(String(answers.posted_on)),
  difference: answers.takes_difference === true ? ('to_equity' as const) : ('refuse' as const),
})

const sumOf = (right: readonly RightRow<OpeningRow>[]): number =>
  right.reduce((sum, { value }) => sum + value.amountMinor, 0)

async function currencyOf(siteId: number, client?: Client): Promise<string> {
  const site = await row<{ currency: string }>(
    `select base_currency as currency from sites where id = :siteId and status <> 'archived'`,
    { siteId },
    client
  )
  if (!site) throw new DomainError('E_SITE', 'La empresa está archivada.', { field: 'site_id' })
  return site.currency
}

/** Applied, the entry is made in earnest; before that it is made and taken back, which tells what would be refused. */
async function judgeOpening(
  read: ReadRow<OpeningRow | null>[],
  { purpose, answers, actor }: Asked
): Promise<ReadRow<OpeningRow>[]> {
  await refuseClosedDay(whichOf(answers))
  const own = leaveOutEmpty(read)
  const balances = own.flatMap(({ value, leftOut }) => (value && leftOut === undefined ? [value] : []))
  if (balances.length > OPENING_ROWS_MAX)
    throw new DomainError('E_ROWS_MAX', 'El fichero tiene más de 4.999 saldos: divídalo en varios.', {
      field: 'file',
    })
  if (purpose === 'apply' || balances.length === 0) return own
  const problems = await rehearse(balances, answers, actor.userId)
  const wrong = new Map(problems.map(({ line, message }) => [line, message]))
  return own.map((one) => {
    const error = wrong.get(one.rowNo)
    return error ? { ...one, value: null, errors: [error] } : one
  })
}

class Rehearsed extends Error {
  constructor(readonly problems: RowProblem[]) {
    super('rehearsed')
  }
}

async function rehearse(
  balances: readonly OpeningRow[],
  answers: Answers,
  userId: number | null
): Promise<RowProblem[]> {
  try {
    return await inTransaction(async (trx) => {
      const { problems } = await createOpening(
        balances,
        { ...whichOf(answers), difference: 'to_equity', userId },
        trx
      )
      throw new Rehearsed(problems)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.problems
    throw error
  }
}
