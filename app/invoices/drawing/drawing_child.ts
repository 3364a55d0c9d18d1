import type { DrawingAnswer, DrawingRequest } from '#app/invoices/drawing/draw_in_child'
import { drawPage } from '#app/invoices/drawing/draw_page'
import { readPdfTraces } from '#app/invoices/drawing/pdf_traces'
import { isDomainError } from '#app/kernel/domain_error'

/** The process that draws pages for the web one: a hostile file stops it and nobody else. */
process.on('message', (request: DrawingRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.exit(0))

async function answer({ id, ...wanted }: DrawingRequest): Promise<DrawingAnswer> {
  try {
    if ('tracesOf' in wanted) return { id, traces: await readPdfTraces(wanted.tracesOf) }
    return { id, picture: await drawPage(wanted) }
  } catch (error) {
    if (isDomainError(error)) return { id, refusal: error.message }
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
