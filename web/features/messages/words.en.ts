import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  messages: {
    title: 'Messages',
    bell: 'Messages',
    bellUnread: 'Messages, {count} unread',
    unread: '{count} unread',
    allRead: 'All read',
    all: 'All',
    'kind.MESSAGE': 'Messages',
    'kind.NOTICE': 'Notices',
    'kind.TODO': 'To do',
    kinds: 'Type',
    onlyUnread: 'Unread only',
    isUnread: 'Unread',
    read: 'Mark as read',
    readOne: 'Mark as read: {title}',
    readAll: 'Mark all as read',
    readDone: 'All marked as read',
    viewAll: 'View all',
    emptyTitle: 'No messages yet',
    emptyText: 'You’ll be notified here about requests, members and the expiry of your organizations.',
    noneUnreadTitle: 'No unread messages',
    noneUnreadText: 'Turn off “Unread only” to see read messages.',
    showAll: 'View all messages',
    none: 'Nothing here',
    failed: 'Couldn’t load messages',
    received: 'New message: {title}',
  },
}
