import { isIPv6 } from 'node:net'

/** A signed-out caller's neighborhood: one person may have many addresses of a /24. */
export function subnetOf(ip: string): string {
  const network = networkOf(ip)
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? network.replace(/\d+$/, '0/24') : network
}

/** The unit limits count by: an IPv4 address, or an IPv6 subscriber's /64. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}
