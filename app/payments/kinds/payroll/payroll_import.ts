import { defineImport } from '#app/imports/table_import'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { readPain001Apart } from '#app/payments/files/apart'
import { judgePayroll } from '#app/payments/kinds/payroll/judge_payroll'
import {
  PAYROLL_COLUMNS,
  readPayrollRow,
  readPayrollTransfers,
} from '#app/payments/kinds/payroll/payroll_rows'
import { siteIdsOf } from '#app/payments/uploads/site_ids_of'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { PAYROLL_CONCEPTS } from '#app/payroll/payroll_concepts'

/** A payroll from the file of the payroll office: CSV, Excel or pain.001; its right rows are taken on. */
export const payrollImport = defineImport({
  kind: 'payroll',
  page: 'payments/payrolls/create',
  at: {
    create: '/paypayrolls/upload',
    files: '/paypayrolls/uploads',
    upload: '/paypayrolls/upload',
    back: '/paypayrolls',
    done: '/paypayrolls/process',
  },
  title: 'Importar nómina',
  subtitle:
    'El fichero de la gestoría: CSV, Excel o pain.001. No se crea nada hasta que lo procese; las filas con error se quedan fuera.',
  nouns: { one: 'nómina', many: 'nóminas' },
  columns: PAYROLL_COLUMNS,
  rowsMax: 5000,
  bytesMax: 5 * 1024 * 1024,
  moves: 'due',
  shown: [
    { key: 'name', title: 'Empleado', kind: 'text' },
    { key: 'taxId', title: 'NIF', kind: 'number' },
    { key: 'period', title: 'Periodo', kind: 'text' },
    { key: 'concept', title: 'Concepto', kind: 'text' },
    { key: 'net', title: 'Neto', kind: 'money' },
  ],
  wrongRows: 'leave_out',
  repeatedFile: 'refuse',
  keepsFile: true,
  keepsRows: true,
  audit: {
    objectType: 'payment_upload',
    applied: 'payment_upload.processed',
    undone: 'payment_upload.undone',
  },
  told: (count) => (count === 1 ? '1 nómina importada.' : `${count} nóminas importadas.`),
  context: () => Promise.resolve(null),
  read: readPayrollRow,
  readOther: async (bytes) => {
    const start = Buffer.from(bytes.subarray(0, 2_000))
      .toString('utf8')
      .replace(/^\u{feff}/u, '')
      .trimStart()
    if (!/^<(\?xml|Document)/.test(start) || /<(\w+:)?Workbook|<html/i.test(start)) return null
    const file = await readPain001Apart(Buffer.from(bytes).toString('utf8'))
    if (file.version === null || file.problem)
      throw new DomainError('E_FILE_KIND', 'El fichero XML no es un pain.001 que se pueda leer.', {
        field: 'file',
      })
    return readPayrollTransfers(file)
  },
  judge: judgePayroll,
  show: ({ period, concept, netMinor }) => ({
    period,
    concept: PAYROLL_CONCEPTS[concept],
    net: { minor: netMinor, currency: 'EUR' },
  }),
  apply: async (right, { actor, importId }, trx) => {
    const drafts = right.map(({ value }) => value)
    const ids = await createPayroll(drafts, { actor, uploadId: importId }, trx)
    const taken = right.map(({ rowNo }, index) => ({ rowNo, type: 'payroll_payment', id: ids[index] ?? 0 }))
    return { count: taken.length, siteIds: siteIdsOf(drafts), taken }
  },
  undo: {
    hours: 30 * 24,
    question: (file, count) =>
      `Se cancelarán las ${count} nóminas de «${file}», siempre que ninguna esté ya en un pago.`,
    act: async ({ fileName, taken }, actor, trx) => {
      const reason = `Se deshizo el fichero «${fileName}».`
      await cancelPayroll({ payrollIds: taken.map(({ id }) => id), reason, actor }, trx)
      return taken.length
    },
    told: (count) => `Fichero deshecho: ${counted(count, 'nómina cancelada', 'nóminas canceladas')}.`,
  },
})
