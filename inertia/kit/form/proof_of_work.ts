const encoder = new TextEncoder()

/** The answer for which sha256 of `stamp:answer` begins with so many zero bits; a second or two of work at sixteen. */
export async function findAnswer(stamp: string, bits: number): Promise<string> {
  for (let answer = 0; ; answer++) {
    const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${stamp}:${answer}`))
    if (new DataView(digest).getUint32(0) >>> (32 - bits) === 0) return String(answer)
  }
}
