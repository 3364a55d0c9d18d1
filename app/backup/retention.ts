/** Names of nightly backups, by the clock of Madrid. */
const NAME = /^caudal-(\d{4}-\d{2})-\d{2}-\d{6}\.tar\.gz$/
const LAST_KEPT = 7
const MONTHS_KEPT = 4

/** `caudal-2026-11-26-020000.tar.gz` of «26/11/2026 02:00:00» as ISO text on the clock of Madrid. */
export const nightlyName = (madridIso: string): string =>
  `caudal-${madridIso.slice(0, 10)}-${madridIso.slice(11, 19).replaceAll(':', '')}.tar.gz`

/** Those of some files whose time is over: kept are the last seven, and the last of each of four months. */
export function outlived(names: readonly string[]): string[] {
  const nightly = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
  const kept = new Set(nightly.slice(0, LAST_KEPT))
  const months = new Set<string>()
  for (const name of nightly) {
    const month = NAME.exec(name)?.[1] ?? ''
    if (months.has(month) || months.size >= MONTHS_KEPT) continue
    months.add(month)
    kept.add(name)
  }
  return nightly.filter((name) => !kept.has(name))
}
