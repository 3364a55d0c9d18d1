import type { ImportColumns } from '#app/imports/columns'
import type { RowReader } from '#app/imports/row_reader'

/** A row of the file as it was written; `line` is its number in it, from 1. */
export type PlanFileRow = { line: number; code: string; name: string; parent: string; reconcilable: string }

export const PLAN_COLUMNS = {
  code: {
    title: 'Código',
    kind: 'text',
    isNeeded: true,
    aliases: ['cuenta', 'cuenta contable', 'code', 'account', 'numero', 'subcuenta'],
  },
  name: {
    title: 'Nombre',
    kind: 'text',
    isNeeded: true,
    aliases: ['descripcion', 'titulo', 'denominacion', 'name', 'description', 'concepto'],
  },
  reconcilable: {
    title: 'Conciliable',
    kind: 'choice',
    aliases: ['punteable', 'reconcilable', 'conciliar', 'puntear'],
  },
  parent: { title: 'Cuenta padre', kind: 'text', aliases: ['padre', 'cuenta superior', 'parent'] },
} as const satisfies ImportColumns

/** What a row says of an account; whether the company may open it is asked of all of them together. */
export const readPlanRow = ({ rowNo, text }: RowReader<keyof typeof PLAN_COLUMNS>): PlanFileRow => ({
  line: rowNo,
  code: text('code').replaceAll(/[\s']/g, ''),
  name: text('name').replaceAll(/\s+/g, ' '),
  parent: text('parent').replaceAll(/\s/g, ''),
  reconcilable: text('reconcilable'),
})
