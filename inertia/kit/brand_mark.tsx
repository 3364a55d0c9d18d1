type Props = { size?: number }

/** The mark of the product: a stream of two lines. Decorative: the name always stands beside it. */
export function BrandMark({ size = 28 }: Props) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--brand-mark)" />
      <path
        d="M6 13.5c3.4-4.6 6.8-4.6 10 0s6.6 4.6 10 0"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M6 20.5c3.4-4.6 6.8-4.6 10 0s6.6 4.6 10 0"
        fill="none"
        stroke="#83c1d1"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
