import type { HttpContext } from '@adonisjs/core/http'
import { invoiceFile } from '#app/issuing/pdf/invoice_file'
import { scopedIssuedInvoice, scopedRecord } from '#app/issuing/scoped'
import { attachmentHeader } from '#app/kernel/http/attachment'

/** What of a document is taken away: its paper, and a record as it is sent. */
export default class IssuedFilesController {
  async show(ctx: HttpContext) {
    const { id, number } = await scopedIssuedInvoice(ctx)
    ctx.response.header('content-disposition', attachmentHeader(`${fileName(number)}.pdf`))
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header('content-type', 'application/pdf')
    return ctx.response.send(await invoiceFile(id))
  }

  async record(ctx: HttpContext) {
    const { number, seq, kind, xml } = await scopedRecord(ctx)
    ctx.response.header('content-disposition', attachmentHeader(`${fileName(number)}-${seq}-${kind}.xml`))
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header('content-type', 'application/xml; charset=utf-8')
    return ctx.response.send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
  }
}

/** Numbers may hold what no file is called. */
const fileName = (number: string): string => number.replaceAll(/[^A-Za-z0-9._-]/g, '-')
