import type { HttpContext } from '@adonisjs/core/http'
import { importAsked } from '#app/imports/http/asked_import'
import { sendRows } from '#app/kernel/http/export_list'

/** An empty workbook with the columns of an import, to be filled in. */
export default class ImportTemplatesController {
  async show(ctx: HttpContext) {
    const { columns, kind } = await importAsked(ctx)
    await sendRows<never>(ctx, {
      name: `plantilla-${kind}`,
      format: 'xlsx',
      rows: [],
      columns: Object.values(columns).map(({ title }) => ({ header: title, value: () => '' })),
    })
  }
}
