export const roles = ['customer', 'technician', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles a new account may choose for itself; an admin is only made by the operator. */
export const selfChosenRoles = ['customer', 'technician'] as const
export type SelfChosenRole = (typeof selfChosenRoles)[number]

/**
 * Who is asking, as far as permissions care. A technician is `active` once an admin has approved them. A guest is the
 * customer of the one visit that their `link` opens, limited to that visit. A
 * deactivated technician who `handsIn` work has a token for that only.
 */
export type Person = {
  id: string
  role: Role | null
  active: boolean
  link?: GuestLink
  handsIn?: true
}

/** The visit a guest's link opens, and the link's expiry (UTC). */
export type GuestLink = { jobId: string; until: Date }

/** Technicians are active once approved, everyone else immediately. */
export const isActive = (user: { role: Role | null; approvedAt: Date | null }) =>
  user.role !== 'technician' || user.approvedAt !== null
