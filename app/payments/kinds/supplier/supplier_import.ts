import { defineImport } from '#app/imports/table_import'
import { counted } from '#app/kernel/text/counted'
import { judgeSupplierPayments } from '#app/payments/kinds/supplier/judge_supplier_payments'
import { readSupplierRow, SUPPLIER_COLUMNS } from '#app/payments/kinds/supplier/supplier_rows'
import {
  takeSupplierPayments,
  undoSupplierPayments,
} from '#app/payments/kinds/supplier/take_supplier_payments'
import { siteIdsOf } from '#app/payments/uploads/site_ids_of'

/** Payments to suppliers from a file; its right rows become drafts. */
export const supplierImport = defineImport({
  kind: 'supplier-payments',
  page: 'payments/suppliers/create',
  at: {
    create: '/paysuppliers/upload',
    files: '/paysuppliers/uploads',
    upload: '/paysuppliers/upload',
    back: '/paysuppliers',
    done: '/paysuppliers?tab=draft',
  },
  title: 'Importar pagos',
  subtitle:
    'Un pago por fila, en CSV o Excel. No se crea nada hasta que lo procese; las filas con error se quedan fuera.',
  nouns: { one: 'pago', many: 'pagos' },
  columns: SUPPLIER_COLUMNS,
  questions: [
    {
      key: 'without_invoice',
      label: 'Crear como pago sin factura lo que no tenga factura',
      help: 'Queda como anticipo al proveedor (407) hasta que llegue la factura.',
      kind: 'tick',
      at: 'preview',
    },
  ],
  rowsMax: 5000,
  bytesMax: 5 * 1024 * 1024,
  moves: 'due',
  shown: [
    { key: 'name', title: 'Proveedor', kind: 'text' },
    { key: 'taxId', title: 'NIF', kind: 'number' },
    { key: 'number', title: 'Nº factura', kind: 'text' },
    { key: 'dueOn', title: 'Vencimiento', kind: 'day' },
    { key: 'amount', title: 'Importe', kind: 'money' },
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
  told: (count) => (count === 1 ? '1 pago creado.' : `${count} pagos creados.`),
  context: () => Promise.resolve(null),
  read: readSupplierRow,
  judge: judgeSupplierPayments,
  show: ({ taxId, number, dueOn, amountMinor }) => ({
    taxId,
    number,
    dueOn,
    amount: { minor: amountMinor, currency: 'EUR' },
  }),
  apply: async (right, { actor, importId }, trx) => {
    const ids = await takeSupplierPayments(right, { actor, uploadId: importId }, trx)
    const taken = right.map(({ rowNo }, index) => ({ rowNo, type: 'payment_order', id: ids[index] ?? 0 }))
    return { count: taken.length, siteIds: siteIdsOf(right.map(({ value }) => value)), taken }
  },
  undo: {
    hours: 30 * 24,
    question: (file, count) =>
      count === 1
        ? `Se cancelará el pago de «${file}», siempre que siga en borrador.`
        : `Se cancelarán los ${count} pagos de «${file}», siempre que todos sigan en borrador.`,
    act: async ({ fileName, taken }, actor, trx) => {
      await undoSupplierPayments(taken, `Se deshizo el fichero «${fileName}».`, actor, trx)
      return taken.length
    },
    told: (count) => `Fichero deshecho: ${counted(count, 'pago cancelado', 'pagos cancelados')}.`,
  },
})
