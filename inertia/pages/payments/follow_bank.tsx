import { useWorkRefresh } from '~/live/use_work_refresh'

/** Drawn while a bank has a payment: whoever has just authorised it there sees it go on. */
export function FollowBank() {
  // What is signed right after the page has come is not missed.
  useWorkRefresh(undefined, 0)
  return null
}
