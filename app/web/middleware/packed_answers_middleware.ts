import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { NextFn } from '@adonisjs/core/types/http'
import { type Encoding, preferredEncoding } from '#app/kernel/http/preferred_encoding'

/** What fits into one packet gains nothing. */
const BYTES_MIN = 1_400
type Serialiser = { serializeJSON: (body: unknown) => string }

const GZIP = { level: 6 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const TEXT = /^(text\/(?!event-stream)|application\/(json|xml|javascript)|image\/svg)/

/**
 * Packs what a request is answered with: pages, their props and exported CSV, when they are large. Never what is asked for
 * from another site: somebody who could make a browser ask and measure the answers would learn what stands beside the
 * words they send along (BREACH, docs/decisions/0057).
 */
export default class PackedAnswersMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const output = await next()
    const { response } = ctx
    if (response.headersSent) return output
    if (!response.getHeader('cache-control')) response.header('cache-control', 'private, no-cache')
    if (!this.mayPack(ctx)) return output
    const { content, stream } = response.lazyBody
    if (content) await this.packBody(ctx, content[0])
    else if (stream?.[0] instanceof Readable) this.packStream(ctx, stream[0])
    return output
  }

  private mayPack({ request, response }: HttpContext): boolean {
    const site = request.header('sec-fetch-site')
    return (
      request.method() === 'GET' &&
      ![204, 304].includes(response.getStatus()) &&
      !response.getHeader('content-encoding') &&
      !String(response.getHeader('cache-control')).includes('no-transform') &&
      (site === undefined || site === 'same-origin' || site === 'none')
    )
  }

  private async packBody({ request, response }: HttpContext, body: unknown): Promise<void> {
    const answer = asText(body)
    if (!answer) return
    const type = String(response.getHeader('content-type') ?? answer.type)
    if (!TEXT.test(type)) return
    response.vary('Accept-Encoding')
    response.header('content-type', type)
    const encoding = preferredEncoding(request.header('accept-encoding'))
    const bytes = encoding ? Buffer.from(answer.text) : null
    if (!encoding || !bytes || bytes.length < BYTES_MIN) {
      // The text stands already: the server need not write the body anew.
      response.send(answer.text)
      return
    }
    response.header('content-encoding', encoding)
    response.send(await packed(bytes, encoding))
  }

  private packStream({ request, response }: HttpContext, body: Readable): void {
    if (!TEXT.test(String(response.getHeader('content-type') ?? ''))) return
    response.vary('Accept-Encoding')
    const encoding = preferredEncoding(request.header('accept-encoding'))
    if (!encoding || Number(response.getHeader('content-length') ?? BYTES_MIN) < BYTES_MIN) return
    const packer = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
    response.header('content-encoding', encoding)
    response.removeHeader('content-length')
    const [, onError] = response.lazyBody.stream ?? []
    // A file that is not there breaks the packer too, and so reaches whoever answers for it, who unsays the packing.
    response.stream(
      pipeline(body, packer, () => undefined),
      (error) => {
        response.removeHeader('content-encoding')
        return onError ? onError(error) : ['No disponible.', 500]
      }
    )
  }
}

const packed = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? promisify(brotliCompress)(bytes, BROTLI) : promisify(gzip)(bytes, GZIP)

/** A body as the server would write it, where it is text; its kind as the server would call it. */
function asText(body: unknown): { text: string; type: string } | null {
  if (typeof body === 'string')
    return { text: body, type: `text/${body.trimStart().startsWith('<') ? 'html' : 'plain'}; charset=utf-8` }
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array || body instanceof Date)
    return null
  return {
    text: app.config.get<Serialiser>('app.http').serializeJSON(body),
    type: 'application/json; charset=utf-8',
  }
}
