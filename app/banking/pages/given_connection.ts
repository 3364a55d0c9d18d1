type Given = Readonly<Record<string, string | null | undefined>>

/** The secrets that somebody wrote, without the fields that were left empty. */
export const writtenSecrets = (given: Given | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([key, value]) => {
      const text = (value ?? '').trim()
      return text === '' ? [] : [[key, text]]
    })
  )

/** Settings with the account that fees are booked on, which people choose; what else there is stays. */
export function settingsWith(
  settings: Readonly<Record<string, unknown>>,
  feeAccountId: number | null | undefined
): Record<string, unknown> {
  const { fee_account_id: _before, ...others } = settings
  return feeAccountId ? { ...others, fee_account_id: feeAccountId } : others
}
