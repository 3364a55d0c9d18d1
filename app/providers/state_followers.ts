type Follower = (providerId: number) => Promise<void>

const followers: Follower[] = []

/** Higher floors that judge documents by the state of their supplier (invoices) follow its changes from here. */
export function followStates(follower: Follower): void {
  followers.push(follower)
}

/** Tells the followers that a supplier was validated, blocked or unblocked, after that is committed. */
export async function tellStateChanged(providerId: number): Promise<void> {
  for (const follower of followers) await follower(providerId)
}
