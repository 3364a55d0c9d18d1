import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { declaredImport } from '#app/imports/area_imports'
import type { Answers, Asked, DeclaredImport, ImportQuestion } from '#app/imports/define_import'
import { importOfRoute } from '#app/imports/http/import_routes'
import { DomainError } from '#app/kernel/domain_error'
import { isPlausibleDay } from '#app/kernel/time/calendar_date'

/** The import that a request is about. */
export const importAsked = ({ route }: HttpContext): Promise<DeclaredImport> =>
  declaredImport(importOfRoute(route?.name))

/** Who asks, for which companies. */
export function askedBy(
  ctx: HttpContext
): Omit<Asked, 'purpose' | 'answers'> & { role: string; userId: number } {
  const { user, siteIds } = requireSignedIn(ctx)
  return { actor: actorOf(ctx), scope: siteIds, role: user.role, userId: user.id }
}

/**
 * The answers that a form brings to the questions of an import at a step. Throws at the question what is missing or no
 * answer, and answers 404 for a company outside the caller's.
 */
export async function answersIn(
  ctx: HttpContext,
  { questions = [] }: DeclaredImport,
  at: ImportQuestion['at']
): Promise<Answers> {
  const answers: Record<string, string | boolean> = {}
  for (const question of questions.filter((one) => one.at === at)) {
    const given: unknown = ctx.request.input(question.key)
    const answer = answerOf(question, typeof given === 'string' ? given.trim() : given)
    if (answer !== null) answers[question.key] = answer
    if (question.kind === 'site' && answer !== null) await assertCompany(ctx, Number(answer))
  }
  return answers
}

function answerOf({ key, kind, isNeeded }: ImportQuestion, given: unknown): string | boolean | null {
  if (kind === 'tick') return given === true || given === 'true' || given === '1' || given === 1
  if (given === undefined || given === null || given === '') {
    if (isNeeded) throw new DomainError('E_ANSWER', 'Este campo es obligatorio.', { field: key })
    return null
  }
  const text = String(given)
  const isRight = kind === 'day' ? isPlausibleDay(text) : /^[1-9]\d{0,14}$/.test(text)
  if (isRight) return text
  throw new DomainError(
    'E_ANSWER',
    kind === 'day' ? 'Introduzca una fecha válida.' : 'El valor seleccionado no es válido.',
    { field: key }
  )
}
