import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { parseDay, today } from '#app/kernel/time/calendar_date'

/** A clicked word as the value of a day field: `YYYY-MM-DD` when it is a day, the word itself otherwise. */
export function dayOfWord(word: string): string {
  return parseDay(bare(word), today()) ?? word
}

/** A clicked word as the value of an amount field: "1234.50" when it is an amount, the word itself otherwise. */
export function amountOfWord(word: string, currency: string): string {
  const minor = parseAmount(word.trim(), currency) ?? parseAmount(bare(word), currency)
  return minor === null ? word : decimalText(minor, currency)
}

/** A clicked word as text, without the mark that follows its label ("Nº:" or a comma). */
export function textOfWord(word: string): string {
  return bare(word)
}

const bare = (word: string) => word.trim().replace(/^[:;(]+|[:;,)]+$/g, '')
