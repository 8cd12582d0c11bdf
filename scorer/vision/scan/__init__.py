"""Live scanning: frames of a camera become one reading, as they come."""

from scorer.vision.scan.live import LiveScan as LiveScan
from scorer.vision.scan.live import Scan as Scan
from scorer.vision.scan.screen import ScanView as ScanView
