import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { fold } from '#app/reading/pages/text_forms'

const domain = /(?:@|www[.,]|https?:\/\/)([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*)\.[a-z]{2,12}\b/g
/** Whoever has an address with one of these has no domain of its own. */
const commonHosts =
  /gmail|hotmail|outlook|yahoo|icloud|live|msn|telefonica|movistar|terra|wanadoo|orange|vodafone|ono|gmx|web|proton(mail)?|free|laposte|t-online|libero|sapo/
const lettersMin = 5

const known = new WeakMap<ReadingMaterial, string[]>()

/** The names in the addresses of mail and web that a document prints, letters and digits only. */
function printedDomains(material: ReadingMaterial): string[] {
  const found =
    known.get(material) ??
    [...new Set([...material.foldedText.matchAll(domain)].map((match) => match[1] ?? ''))]
      .flatMap((host) =>
        host
          .split('.')
          .filter((part) => !/^(com?|org|net|gov|edu)$/.test(part))
          .slice(-1)
      )
      .filter((host) => !new RegExp(`^(${commonHosts.source})$`).test(host))
      .map((host) => host.replace(/[^a-z0-9]/g, ''))
      .filter((host) => host.length >= lettersMin)
  known.set(material, found)
  return found
}

/** Whether a name is the one in an address of mail or web: who sends an invoice prints its own. */
export function isInPrintedDomain(name: string, material: ReadingMaterial): boolean {
  const domains = printedDomains(material)
  if (domains.length === 0) return false
  return isInDomain(fold(name), domains) || isInDomain(inAscii(name), domains)
}

/** "Pollmächer" has the address "pollmaecher". */
function inAscii(name: string): string {
  return fold(
    name.toLowerCase().replace(/ä/g, 'ae').replace(/[öø]/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss')
  )
}

function isInDomain(folded: string, domains: string[]): boolean {
  const words = folded.split(/[^a-z0-9]+/)
  const whole = words.join('')
  const long = words.filter((word) => word.length >= lettersMin)
  return domains.some(
    (one) =>
      whole.includes(one) ||
      (long.filter((word) => one.includes(word)).length >= Math.min(2, long.length) && long.length > 0)
  )
}
