import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'

/**
 * Takes out of what is sent the sign that no text of the database can hold (NUL), and puts the replacement sign for
 * half a character: nobody types them, and what was typed beside them is kept.
 */
export default class WholeTextMiddleware {
  async handle({ request, params }: HttpContext, next: NextFn) {
    request.updateBody(whole(request.body()) as Record<string, unknown>)
    request.updateQs(whole(request.qs()) as Record<string, unknown>)
    Object.assign(params, whole(params))
    return next()
  }
}

function whole(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(whole)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [whole(name), whole(one)]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
