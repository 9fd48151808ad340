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
    kinds: 'Kind of message',
    onlyUnread: 'Unread only',
    isUnread: 'Unread',
    read: 'Mark as read',
    readOne: 'Mark as read: {title}',
    readAll: 'Mark all as read',
    readDone: 'All are marked as read',
    viewAll: 'View all',
    emptyTitle: 'No messages yet',
    emptyText:
      'You will be told here when applications, members or the validity of your organizations change.',
    noneUnreadTitle: 'No unread messages',
    noneUnreadText: 'Turn off “Unread only” to see messages you have read.',
    showAll: 'View all messages',
    none: 'Nothing here',
    failed: 'The messages could not be loaded',
    received: 'New message: {title}',
  },
}
