import type { Asked, DeclaredImport } from '#app/imports/define_import'
import { DomainError } from '#app/kernel/domain_error'

/** Throws E_SCOPE at `file` when a file was brought in for a company that is no longer its person's to work with. */
export function refuseForeignSites(
  { questions = [] }: Pick<DeclaredImport, 'questions'>,
  { answers, scope }: Pick<Asked, 'answers' | 'scope'>
): void {
  if (scope === 'all') return
  const named = questions.flatMap(({ key, kind }) =>
    kind === 'site' && answers[key] !== undefined ? [Number(answers[key])] : []
  )
  if (named.every((siteId) => scope.includes(siteId))) return
  throw new DomainError('E_SCOPE', 'La empresa de este fichero ya no es de las suyas.', { field: 'file' })
}
