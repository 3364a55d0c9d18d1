/** A letter of a line: how sure it is and where its middle stands, as a share of the line's length. */
export type Letter = { text: string; confidence: number; centre: number }

/**
 * The letters a network saw in one line: at every step the likeliest sign, none where it is the empty one or the one
 * before (connectionist temporal classification). `share` is the part of the steps that belongs to the line; the rest is
 * what fills it up to the length of its neighbours.
 */
export function lineLetters(
  scores: Float32Array,
  signs: readonly string[],
  { from, steps, share }: { from: number; steps: number; share: number }
): Letter[] {
  const letters: Letter[] = []
  let last = 0
  for (let step = 0; step < steps; step += 1) {
    const start = (from + step) * signs.length
    let best = 0
    for (let sign = 1; sign < signs.length; sign += 1)
      if ((scores[start + sign] ?? 0) > (scores[start + best] ?? 0)) best = sign
    const text = best === 0 || best === last ? '' : (signs[best] ?? '')
    const centre = (step + 0.5) / (steps * share)
    if (text !== '' && centre <= 1) letters.push({ text, confidence: scores[start + best] ?? 0, centre })
    last = best
  }
  return letters
}
