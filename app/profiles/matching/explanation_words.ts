import type { Candidate } from '#app/profiles/matching/explanation'
import type { DecisionKind } from '#app/profiles/matching/matching_terms'

type Ranked = { first: Candidate | null; second: Candidate | null; best: Candidate | null }

/** Points as people read them: 4.950 hundredths are 49,5. */
export const pointsText = (hundredths: number): string =>
  (hundredths / 100).toLocaleString('es-ES', { maximumFractionDigits: 2 })

/** Why it was decided so, in a sentence. */
export function reasonText(decision: DecisionKind, { first, second, best }: Ranked): string {
  if (decision === 'matched' && first)
    return second
      ? `«${first.name}» (${pointsText(first.score)} puntos) supera en al menos un 10 % a «${second.name}» (${pointsText(second.score)}).`
      : `«${first.name}» es el único perfil que alcanza su mínimo: ${pointsText(first.score)} de ${pointsText(first.minScore)} puntos.`
  if (decision === 'ambiguous' && first && second)
    return `«${first.name}» (${pointsText(first.score)} puntos) no supera en un 10 % a «${second.name}» (${pointsText(second.score)}): debe elegir una persona.`
  return best
    ? `Ningún perfil alcanza su mínimo: el más cercano, «${best.name}», tiene ${pointsText(best.score)} de ${pointsText(best.minScore)} puntos.`
    : 'Ninguna palabra clave aparece en el texto.'
}
